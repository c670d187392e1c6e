// SPDX-License-Identifier: Apache-2.0
/** The REST API as such: errors, security, users, OpenAPI, and the web UI. */
@NullMarked
package io.millrace.server.web;

import org.jspecify.annotations.NullMarked;
