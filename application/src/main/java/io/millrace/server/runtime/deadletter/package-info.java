// SPDX-License-Identifier: Apache-2.0
/** Dead letters for people: to be found, read, sent again and deleted, and how long they are kept. */
@NullMarked
package io.millrace.server.runtime.deadletter;

import org.jspecify.annotations.NullMarked;
