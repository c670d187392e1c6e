// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CorsIT {

    /** Over a plain socket, because the JDK's client does not allow the header Origin. */
    private static String preflight(String path) throws IOException {
        URI server = URI.create(RestServer.running().anonymous().baseUrl());
        try (Socket socket = new Socket(server.getHost(), server.getPort());
                InputStream in = socket.getInputStream()) {
            String request =
                    """
                    OPTIONS %s HTTP/1.1\r
                    Host: localhost\r
                    Origin: https://elsewhere.example\r
                    Access-Control-Request-Method: POST\r
                    Access-Control-Request-Headers: x-authorization\r
                    Connection: close\r
                    \r
                    """
                            .formatted(path);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void pagesOfAnyOriginMayCallTheApiWithATokenAndWithoutCookies() throws IOException {
        String answer = preflight("/api/device");

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Access-Control-Allow-Origin: *")
                .contains("Access-Control-Allow-Headers: x-authorization")
                .doesNotContain("Access-Control-Allow-Credentials");
    }
}
