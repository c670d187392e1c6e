// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.DataType;
import io.millrace.message.id.EntityId;
import java.util.Map;

/**
 * The content of a kept message at one place of its path.
 *
 * @param data the body as text; Base64 if it is binary
 * @param truncated true if data or metadata were too long and are cut
 */
public record KeptContent(
        EntityId originator,
        String type,
        DataType dataType,
        String data,
        Map<String, String> metadata,
        boolean truncated) {}
