// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

/**
 * How a script that was tried has ended.
 *
 * @param output what came out, as text; empty after an error
 * @param error what went wrong; empty if nothing did
 */
record ScriptTrialResult(String output, String error) {

    static ScriptTrialResult of(String output) {
        return new ScriptTrialResult(output, "");
    }

    static ScriptTrialResult failure(String error) {
        return new ScriptTrialResult("", error);
    }
}
