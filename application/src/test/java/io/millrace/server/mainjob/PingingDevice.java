// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A device that requires its answers in time. It encodes MQTT 3.1.1 itself, because client libraries decide when they
 * ping.
 */
final class PingingDevice implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int PACKET_ID = 1;

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;

    PingingDevice(int port, String token) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        out = socket.getOutputStream();
        in = new DataInputStream(socket.getInputStream());
        ByteArrayOutputStream connect = new ByteArrayOutputStream();
        connect.write(new byte[] {0, 4, 'M', 'Q', 'T', 'T', 4, (byte) 0x82, 0, 60});
        text(connect, "bystander");
        text(connect, token);
        send(0x10, connect);
        expect(0x20, 0, 0);
    }

    /** Publishes at QoS 1 and pings; fails if one of the answers does not arrive within ten seconds. */
    void publishAndPing() throws IOException {
        ByteArrayOutputStream publish = new ByteArrayOutputStream();
        text(publish, MqttDevice.TELEMETRY);
        publish.write(0);
        publish.write(PACKET_ID);
        publish.write("{\"alive\":true}".getBytes(StandardCharsets.UTF_8));
        send(0x32, publish);
        expect(0x40, 0, PACKET_ID);
        send(0xC0, new ByteArrayOutputStream());
        expect(0xD0);
    }

    private static void text(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.write(bytes.length >> 8);
        to.write(bytes.length);
        to.writeBytes(bytes);
    }

    private void send(int type, ByteArrayOutputStream rest) throws IOException {
        out.write(type);
        out.write(rest.size());
        rest.writeTo(out);
        out.flush();
    }

    private void expect(int type, int... rest) throws IOException {
        int got = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        byte[] body = in.readNBytes(length);
        if (got != type || length != rest.length) {
            throw new IOException("expected packet %x, got %x".formatted(type, got));
        }
        for (int i = 0; i < rest.length; i++) {
            if (body[i] != rest[i]) {
                throw new IOException("expected %d, got %d".formatted(rest[i], body[i]));
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
