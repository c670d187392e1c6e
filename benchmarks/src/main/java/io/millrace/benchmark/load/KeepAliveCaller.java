// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Posts JSON over one connection that stays open until the server ends it, one call at a time. {@link java.net.http.HttpClient} would take
 * several times the processor time.
 */
final class KeepAliveCaller implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int MOST_LINE = 8_192;

    private final int port;
    private final String headers;
    private Connection connection;

    private record Connection(Socket socket, InputStream in) {

        static Connection open(int port) throws IOException {
            Socket socket = new Socket();
            try {
                socket.connect(
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                        TIMEOUT_MILLIS);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(TIMEOUT_MILLIS);
                return new Connection(socket, new BufferedInputStream(socket.getInputStream()));
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }
    }

    /**
     * A response.
     *
     * @param isLast true if the server ends the connection with it
     */
    record Response(int status, boolean isLast) {}

    /** @param token access token of an administrator */
    KeepAliveCaller(int port, String token) throws IOException {
        this.port = port;
        connection = Connection.open(port);
        headers =
                "Host: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
                        .formatted(port, token);
    }

    /**
     * Posts to a path, and reads the response to its end.
     *
     * @param body ASCII
     * @return the status
     */
    int post(String path, String body) throws IOException {
        String request =
                "POST "
                        + path
                        + " HTTP/1.1\r\n"
                        + headers
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body;
        connection.socket().getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        Response response = response(connection.in());
        if (response.isLast()) {
            connection.socket().close();
            connection = Connection.open(port);
        }
        return response.status();
    }

    /** Reads a response to its end. */
    static Response response(InputStream in) throws IOException {
        String first = line(in);
        long length = 0;
        boolean chunked = false;
        boolean isLast = false;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length = Long.parseLong(header.substring(header.indexOf(':') + 1).strip());
            } else if (header.startsWith("transfer-encoding:")) {
                chunked = header.contains("chunked");
            } else if (header.startsWith("connection:")) {
                isLast = header.contains("close");
            }
        }
        if (chunked) {
            skipChunks(in);
        } else {
            in.skipNBytes(length);
        }
        String[] words = first.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.1")) {
            throw new IOException("expected a response of HTTP/1.1, got " + first);
        }
        return new Response(Integer.parseInt(words[1]), isLast);
    }

    private static void skipChunks(InputStream in) throws IOException {
        long length;
        do {
            length = Long.parseLong(line(in), 16);
            in.skipNBytes(length);
            var _ = line(in);
        } while (length > 0);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.length() == MOST_LINE) {
                throw new EOFException(
                        "the response ends too early, or has a line that is too long");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        connection.socket().close();
    }
}
