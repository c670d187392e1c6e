// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.HexFormat;

/** A client that sends any bytes and reads whole packets, with a deadline for each. */
public final class RawClient implements AutoCloseable {

    private static final int DEADLINE_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    public RawClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(DEADLINE_MILLIS);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RawClient send(byte[]... packets) {
        try {
            ByteArrayOutputStream segment = new ByteArrayOutputStream();
            for (byte[] packet : packets) {
                segment.write(packet);
            }
            socket.getOutputStream().write(segment.toByteArray());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends bytes one by one, each in a segment of its own. */
    public RawClient sendByteByByte(byte[] packet) {
        for (byte b : packet) {
            send(new byte[] {b});
        }
        return this;
    }

    /** The next packet in hexadecimal. */
    public String next() {
        try {
            int type = in.readUnsignedByte();
            ByteArrayOutputStream packet = new ByteArrayOutputStream();
            packet.write(type);
            int length = 0;
            for (int shift = 0; ; shift += 7) {
                int next = in.readUnsignedByte();
                packet.write(next);
                length |= (next & 0x7F) << shift;
                if (next < 0x80) {
                    break;
                }
            }
            packet.write(in.readNBytes(length));
            return HexFormat.of().formatHex(packet.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RawClient expect(String hex) {
        assertThat(next()).isEqualTo(hex.replace(" ", ""));
        return this;
    }

    public String expectType(int firstByte) {
        String packet = next();
        assertThat(packet).startsWith("%02x".formatted(firstByte));
        return packet;
    }

    /** Expects a packet of MQTT 5 with a reason code, and a reason string if the server gives one. */
    public RawClient expectReason(String packet, int code) {
        String beginning = packet.replace(" ", "");
        String next = next();
        assertThat(next.substring(0, 2)).isEqualTo(beginning.substring(0, 2));
        String fields = next.substring(4);
        assertThat(fields).startsWith(beginning.substring(2) + "%02x".formatted(code));
        return this;
    }

    /** The server closes without another word. */
    public void expectClosed() {
        try {
            int next = in.read();
            assertThat(next).as("first byte of a packet instead of the end").isEqualTo(-1);
        } catch (SocketTimeoutException e) {
            fail("the connection is still open");
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shows that the connection lives, and that nothing came before the answer to a ping. */
    public RawClient expectPong() {
        return send(PacketBytes.pingreq()).expect("d000");
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
