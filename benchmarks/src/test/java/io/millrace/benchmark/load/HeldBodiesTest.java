// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HeldBodiesTest {

    @Test
    void theLastByteIsHeldBackUntilTheEnd() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                HeldBodies bodies = new HeldBodies(server.getLocalPort())) {
            bodies.open(1, "/api/device", "Authorization: Bearer token\r\n");
            try (Socket connection = server.accept()) {
                InputStream in = connection.getInputStream();
                String head = head(in);
                int length =
                        Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
                in.skipNBytes(length - 1);

                assertThat(head)
                        .startsWith("POST /api/device HTTP/1.1\r\n")
                        .contains("\r\nAuthorization: Bearer token\r\n");
                assertThat(in.available()).isZero();
                bodies.close();
                assertThat(in.read()).isEqualTo(-1);
            }
        }
    }

    private static String head(InputStream in) throws Exception {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append(new String(in.readNBytes(1), StandardCharsets.US_ASCII));
        }
        return head.toString();
    }
}
