// SPDX-License-Identifier: Apache-2.0
/** HTTP calls of nodes to external servers: the port, and its implementation with Apache's client. */
@NullMarked
package io.millrace.rule.http;

import org.jspecify.annotations.NullMarked;
