// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

/**
 * Accounts are gone, disabled or enabled again, and that is committed. Published as a Spring event on the instance where
 * it happened, on the thread of the request: a listener must return at once and must not throw.
 */
public record UsersShutOut() {}
