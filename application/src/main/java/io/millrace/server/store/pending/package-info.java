// SPDX-License-Identifier: Apache-2.0
/** Waiting messages that are stored together with other rows. */
@NullMarked
package io.millrace.server.store.pending;

import org.jspecify.annotations.NullMarked;
