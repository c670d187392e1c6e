// SPDX-License-Identifier: Apache-2.0
/** Authentication and authorization: sign-in, tokens, the HTTP security chains, and the access check for entities. */
@NullMarked
package io.millrace.server.web.security;

import org.jspecify.annotations.NullMarked;
