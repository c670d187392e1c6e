// SPDX-License-Identifier: Apache-2.0
/** Calls to HTTP servers outside, as nodes make them: the port, and its implementation with the JDK's client. */
@NullMarked
package io.millrace.rule.http;

import org.jspecify.annotations.NullMarked;
