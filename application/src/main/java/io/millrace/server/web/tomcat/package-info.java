// SPDX-License-Identifier: Apache-2.0
/** Settings of the HTTP server. */
@NullMarked
package io.millrace.server.web.tomcat;

import org.jspecify.annotations.NullMarked;
