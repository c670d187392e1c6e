// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * As much of a PostgreSQL server as a client needs to see its version: it accepts all users, and answers every query
 * with nothing. (PostgreSQL's documentation, "Frontend/Backend Protocol".)
 */
final class OldDatabase implements AutoCloseable {

    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;

    private final ServerSocket server;
    private final String version;

    OldDatabase(String version) throws IOException {
        this.version = version;
        this.server = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::acceptAll);
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/old";
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                talk(
                        new DataInputStream(client.getInputStream()),
                        new DataOutputStream(client.getOutputStream()));
            } catch (IOException _) {
                // The client has gone, or the test is over.
            }
        }
    }

    private void talk(DataInputStream in, DataOutputStream out) throws IOException {
        while (isRequestForEncryption(in)) {
            out.write('N');
        }
        send(out, 'R', new byte[Integer.BYTES]);
        send(out, 'S', text("server_version", version));
        send(out, 'S', text("client_encoding", "UTF8"));
        send(out, 'S', text("DateStyle", "ISO, MDY"));
        send(out, 'S', text("standard_conforming_strings", "on"));
        send(out, 'S', text("integer_datetimes", "on"));
        send(out, 'Z', new byte[] {'I'});
        answerEverySync(in, out);
    }

    private static boolean isRequestForEncryption(DataInputStream in) throws IOException {
        int length = in.readInt();
        int code = in.readInt();
        in.skipNBytes(length - 2L * Integer.BYTES);
        return code == SSL_REQUEST || code == GSS_REQUEST;
    }

    private static void answerEverySync(DataInputStream in, DataOutputStream out)
            throws IOException {
        while (true) {
            int type = in.readByte();
            in.skipNBytes(in.readInt() - Integer.BYTES);
            switch (type) {
                case 'P' -> send(out, '1', new byte[0]);
                case 'B' -> send(out, '2', new byte[0]);
                case 'D' -> send(out, 'n', new byte[0]);
                case 'E' -> send(out, 'C', text("SET"));
                case 'S' -> send(out, 'Z', new byte[] {'I'});
                case 'Q' -> {
                    send(out, 'C', text("SET"));
                    send(out, 'Z', new byte[] {'I'});
                }
                default -> {}
            }
        }
    }

    private static void send(DataOutputStream out, char type, byte[] content) throws IOException {
        out.writeByte(type);
        out.writeInt(content.length + Integer.BYTES);
        out.write(content);
        out.flush();
    }

    private static byte[] text(String... parts) {
        return (String.join("\0", parts) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
