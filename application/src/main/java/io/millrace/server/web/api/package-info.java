// SPDX-License-Identifier: Apache-2.0
/** The conventions of the REST API that all features share: errors, pages, and ids in JSON. */
@NullMarked
package io.millrace.server.web.api;

import org.jspecify.annotations.NullMarked;
