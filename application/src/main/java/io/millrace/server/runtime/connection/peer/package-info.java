// SPDX-License-Identifier: Apache-2.0
/**
 * Messages to devices that are connected to another instance: the instances send them to each other over HTTP, in batches,
 * and report the progress of calls in the same way.
 */
@NullMarked
package io.millrace.server.runtime.connection.peer;

import org.jspecify.annotations.NullMarked;
