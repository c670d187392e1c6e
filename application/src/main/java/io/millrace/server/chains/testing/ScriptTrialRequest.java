// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A script and the test message for it.
 *
 * @param script the body of a function
 * @param scriptType kind of the function: update, generate, filter, switch, json or string
 * @param argNames the script's names for payload, metadata and type; null for the names in scripts of nodes
 * @param msg the payload as text; null means empty
 * @param metadata the metadata; null means none
 * @param msgType the message type; null means empty
 */
record ScriptTrialRequest(
        @Nullable String script,
        @Nullable String scriptType,
        @Nullable List<@Nullable String> argNames,
        @Nullable String msg,
        @Nullable Map<String, @Nullable String> metadata,
        @Nullable String msgType) {}
