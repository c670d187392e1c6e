// SPDX-License-Identifier: Apache-2.0
/** What nodes call other systems with. */
@NullMarked
package io.millrace.server.runtime.outgoing;

import org.jspecify.annotations.NullMarked;
