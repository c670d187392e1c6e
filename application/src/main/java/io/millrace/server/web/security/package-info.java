// SPDX-License-Identifier: Apache-2.0
/** Who is calling and what they may see: sign-in, tokens, the HTTP security chains, and the one gate to entities. */
@NullMarked
package io.millrace.server.web.security;

import org.jspecify.annotations.NullMarked;
