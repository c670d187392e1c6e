// SPDX-License-Identifier: Apache-2.0
/** The first start: creates accounts, and with the demo a tenant with a device. */
@NullMarked
package io.millrace.server.ops.install;

import org.jspecify.annotations.NullMarked;
