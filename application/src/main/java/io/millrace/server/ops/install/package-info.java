// SPDX-License-Identifier: Apache-2.0
/** What the first start makes: accounts, and a tenant with a device to try. */
@NullMarked
package io.millrace.server.ops.install;

import org.jspecify.annotations.NullMarked;
