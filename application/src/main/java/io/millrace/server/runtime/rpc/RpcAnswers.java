// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.Payload;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.RpcError;
import java.util.Arrays;

/**
 * The outcome of a request as bytes, on its way to the REST call that waits for it: the device's reply as it is, or a
 * zero byte, the name of the error, a space and the reason. No JSON begins with a zero byte.
 */
final class RpcAnswers {

    private static final char ERROR = '\0';

    private RpcAnswers() {}

    static Payload encode(Outcome outcome) {
        return switch (outcome) {
            case Answered(Payload answer) -> answer;
            case Failed(RpcError error, String reason) ->
                    Payload.ofText(ERROR + error.name() + " " + reason);
        };
    }

    /** Returns the outcome; bytes that begin with a zero byte and name no error are a reply. */
    static Outcome decode(Payload answer) {
        String text = answer.text();
        if (text.isEmpty() || text.charAt(0) != ERROR) {
            return new Answered(answer);
        }
        int space = text.indexOf(' ');
        String name = text.substring(1, space < 0 ? text.length() : space);
        return Arrays.stream(RpcError.values())
                .filter(error -> error.name().equals(name))
                .findFirst()
                .<Outcome>map(error -> new Failed(error, text.substring(space + 1)))
                .orElseGet(() -> new Answered(answer));
    }
}
