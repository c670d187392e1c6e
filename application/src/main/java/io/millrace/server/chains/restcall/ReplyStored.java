// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Another instance has stored an answer. Published as a Spring event: a listener must return at once and must not throw.
 *
 * @param request the call that it answers; null where some answers may have gone unheard
 */
public record ReplyStored(@Nullable UUID request) {}
