// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Payload;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.RpcError;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcAnswersTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "no JSON", "TIMEOUT late", "\0", "\0no error"})
    void aReplyArrivesAsItIs(String reply) {
        Outcome answered = new Answered(Payload.ofText(reply));

        assertThat(RpcAnswers.decode(RpcAnswers.encode(answered))).isEqualTo(answered);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorArrivesWithItsReason(RpcError error) {
        Outcome failed = new Failed(error, "some reason: 7");

        assertThat(RpcAnswers.decode(RpcAnswers.encode(failed))).isEqualTo(failed);
    }
}
