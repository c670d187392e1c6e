// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

/**
 * A Spring event: accounts were deleted, disabled or enabled, or passwords changed, and the change is committed.
 * Published on the instance that made the change, on the thread of the request; a listener must return at once and must
 * not throw.
 */
public record UsersShutOut() {}
