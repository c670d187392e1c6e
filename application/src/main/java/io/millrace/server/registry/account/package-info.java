// SPDX-License-Identifier: Apache-2.0
/** Accounts of users: who may see and change them, activation links, and impersonation by administrators. */
@NullMarked
package io.millrace.server.registry.account;

import org.jspecify.annotations.NullMarked;
