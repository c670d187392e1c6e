// SPDX-License-Identifier: Apache-2.0
/** Drives the web UI in a real browser, against the whole application. */
@NullMarked
package io.millrace.server.web.ui;

import org.jspecify.annotations.NullMarked;
