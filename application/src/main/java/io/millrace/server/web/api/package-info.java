// SPDX-License-Identifier: Apache-2.0
/** The manners of the REST API that every feature shares: errors, pages, and how ids look in JSON. */
@NullMarked
package io.millrace.server.web.api;

import org.jspecify.annotations.NullMarked;
