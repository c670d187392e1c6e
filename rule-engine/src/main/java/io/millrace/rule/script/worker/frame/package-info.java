// SPDX-License-Identifier: Apache-2.0
/**
 * What the service and a JavaScript worker process send each other. A frame is its length (four bytes, without
 * themselves), a byte for its kind, and its fields; texts are length and UTF-8.
 */
@NullMarked
package io.millrace.rule.script.worker.frame;

import org.jspecify.annotations.NullMarked;
