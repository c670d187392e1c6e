// SPDX-License-Identifier: Apache-2.0
/** The common parts of the REST API: errors, security, users, OpenAPI, and the files of the web UI. */
@NullMarked
package io.millrace.server.web;

import org.jspecify.annotations.NullMarked;
