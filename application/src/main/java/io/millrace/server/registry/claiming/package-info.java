// SPDX-License-Identifier: Apache-2.0
/** Lets users of customers claim devices that have asked for it. */
@NullMarked
package io.millrace.server.registry.claiming;

import org.jspecify.annotations.NullMarked;
