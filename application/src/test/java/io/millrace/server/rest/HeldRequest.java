// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A connection on which a request was begun: its head was sent, and of its body what {@link #send} was given. */
public final class HeldRequest implements AutoCloseable {

    private final Socket socket;

    /**
     * Connects and sends the head.
     *
     * @param address of the server
     * @param announced length of the body, in bytes
     * @param token of the caller; null: none is sent
     */
    public HeldRequest(String address, String path, int announced, @Nullable String token)
            throws IOException {
        URI server = URI.create(address);
        socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(60_000);
        String authorization = token == null ? "" : "Authorization: Bearer " + token + "\r\n";
        String head =
                """
                POST %s HTTP/1.1\r
                Host: localhost\r
                Content-Type: application/json\r
                Content-Length: %d\r
                %s\r
                """
                        .formatted(path, announced, authorization);
        send(head.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a part of the body. */
    public void send(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    /** Waits for the first line of the answer. */
    public String status() throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
