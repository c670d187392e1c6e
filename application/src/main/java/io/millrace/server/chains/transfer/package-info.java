// SPDX-License-Identifier: Apache-2.0
/** Import and export of rule chains in ThingsBoard's format. */
@NullMarked
package io.millrace.server.chains.transfer;

import org.jspecify.annotations.NullMarked;
