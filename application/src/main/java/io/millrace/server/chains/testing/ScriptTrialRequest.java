// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A script and the message to try it on.
 *
 * @param script body of a function
 * @param scriptType what the function is for: update, generate, filter, switch, json or string
 * @param argNames what the script calls payload, metadata and type; null: as scripts of nodes do
 * @param msg the payload as text; null as an empty one
 * @param metadata null as none
 * @param msgType null as an empty one
 */
record ScriptTrialRequest(
        @Nullable String script,
        @Nullable String scriptType,
        @Nullable List<@Nullable String> argNames,
        @Nullable String msg,
        @Nullable Map<String, @Nullable String> metadata,
        @Nullable String msgType) {}
