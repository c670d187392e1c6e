// SPDX-License-Identifier: Apache-2.0
/** The OpenAPI description of the REST API, at {@code /v3/api-docs} and {@code /swagger-ui.html}. */
@NullMarked
package io.millrace.server.web.openapi;

import org.jspecify.annotations.NullMarked;
