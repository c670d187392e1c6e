// SPDX-License-Identifier: Apache-2.0
/** The accounts of people: who they are, what they may do, and the hash of their password. */
@NullMarked
package io.millrace.server.web.user;

import org.jspecify.annotations.NullMarked;
