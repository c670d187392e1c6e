// SPDX-License-Identifier: Apache-2.0
/** User accounts: names, roles, and password hashes. */
@NullMarked
package io.millrace.server.web.user;

import org.jspecify.annotations.NullMarked;
