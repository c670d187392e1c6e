// SPDX-License-Identifier: Apache-2.0
/** Finds the controller method of a request. */
@NullMarked
package io.millrace.server.web.routing;

import org.jspecify.annotations.NullMarked;
