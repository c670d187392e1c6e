// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.benchmark.load.KeepAliveCaller.Response;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeepAliveCallerTest {

    @Test
    void aResponseEndsAfterTheLengthThatItNames() throws IOException {
        InputStream in =
                bytes("HTTP/1.1 200 \r\ncontent-length: 5\r\n\r\nhelloHTTP/1.1 504 x\r\n\r\n");

        assertThat(KeepAliveCaller.response(in)).isEqualTo(new Response(200, false));
        assertThat(KeepAliveCaller.response(in)).isEqualTo(new Response(504, false));
    }

    @Test
    void aResponseInChunksEndsAfterTheEmptyChunk() throws IOException {
        InputStream in =
                bytes(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + "a\r\n0123456789\r\n3\r\nabc\r\n0\r\n\r\n"
                                + "HTTP/1.1 204 No Content\r\n\r\n");

        assertThat(KeepAliveCaller.response(in)).isEqualTo(new Response(200, false));
        assertThat(KeepAliveCaller.response(in)).isEqualTo(new Response(204, false));
    }

    @Test
    void aResponseSaysThatTheServerEndsTheConnection() throws IOException {
        assertThat(KeepAliveCaller.response(bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")))
                .isEqualTo(new Response(200, true));
    }

    @Test
    void aResponseThatIsCutOffIsAFailure() {
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() ->
                        KeepAliveCaller.response(
                                bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")));
        assertThatExceptionOfType(EOFException.class)
                .isThrownBy(() -> KeepAliveCaller.response(bytes("HTTP/1.1 200")));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }
}
