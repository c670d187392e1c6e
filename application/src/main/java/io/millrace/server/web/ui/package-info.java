// SPDX-License-Identifier: Apache-2.0
/** Serves the files of the web UI. */
@NullMarked
package io.millrace.server.web.ui;

import org.jspecify.annotations.NullMarked;
