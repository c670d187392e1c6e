// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A Spring event: another instance has stored a reply. A listener must return at once and must not throw.
 *
 * @param request the call of the reply; null if notifications may have been lost, so that all waiting calls must be
 *     checked
 */
public record ReplyStored(@Nullable UUID request) {}
