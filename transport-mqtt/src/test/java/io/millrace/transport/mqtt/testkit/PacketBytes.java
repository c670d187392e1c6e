// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Builds the bytes of packets, wrong ones among them. */
public final class PacketBytes {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final int header;

    private PacketBytes(int header) {
        this.header = header;
    }

    /** A packet that begins with a byte. */
    public static PacketBytes packet(int header) {
        return new PacketBytes(header);
    }

    /** The bytes that a hexadecimal text spells. */
    public static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    public static byte[] pingreq() {
        return packet(0xC0).bytes();
    }

    /** DISCONNECT as MQTT 3.1.1 has it, and MQTT 5 where the reason is a normal one. */
    public static byte[] disconnect() {
        return packet(0xE0).bytes();
    }

    public static Connect connect(int level) {
        return new Connect(level);
    }

    public static byte[] publish(int level, int qos, int id, String topic, String payload) {
        PacketBytes packet = packet(0x30 | qos << 1).text(topic);
        if (qos > 0) {
            packet.u16(id);
        }
        return packet.properties(level, "").raw(payload.getBytes(StandardCharsets.UTF_8)).bytes();
    }

    public static byte[] subscribe(int level, int id, int options, String... filters) {
        PacketBytes packet = packet(0x82).u16(id).properties(level, "");
        for (String filter : filters) {
            packet.text(filter).u8(options);
        }
        return packet.bytes();
    }

    public static byte[] unsubscribe(int level, int id, String... filters) {
        PacketBytes packet = packet(0xA2).u16(id).properties(level, "");
        for (String filter : filters) {
            packet.text(filter);
        }
        return packet.bytes();
    }

    public PacketBytes u8(int value) {
        body.write(value);
        return this;
    }

    public PacketBytes u16(int value) {
        return u8(value >> 8).u8(value);
    }

    public PacketBytes raw(byte... bytes) {
        body.writeBytes(bytes);
        return this;
    }

    public PacketBytes raw(String hex) {
        return raw(hex(hex));
    }

    public PacketBytes text(String text) {
        return text(text.getBytes(StandardCharsets.UTF_8));
    }

    public PacketBytes text(byte[] utf8) {
        return u16(utf8.length).raw(utf8);
    }

    /** A property block, in MQTT 5 only. */
    public PacketBytes properties(int level, String hex) {
        if (level == 5) {
            byte[] properties = hex(hex);
            varInt(body, properties.length);
            raw(properties);
        }
        return this;
    }

    public byte[] bytes() {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(header);
        varInt(packet, body.size());
        packet.writeBytes(body.toByteArray());
        return packet.toByteArray();
    }

    private static void varInt(ByteArrayOutputStream to, int value) {
        int rest = value;
        do {
            to.write(rest > 0x7F ? (rest & 0x7F) | 0x80 : rest);
            rest >>>= 7;
        } while (rest > 0);
    }

    /** CONNECT, clean, with keep-alive 60 and the client id "c", until told otherwise. */
    public static final class Connect {

        private final int level;
        private int flags = 0x02;
        private int keepAlive = 60;
        private String properties = "";
        private byte[] clientId = {'c'};
        private byte[] tail = {};

        private Connect(int level) {
            this.level = level;
        }

        public Connect userName(String name) {
            return flag(0x80).tail(field(name.getBytes(StandardCharsets.UTF_8)));
        }

        public Connect password(String password) {
            return flag(0x40).tail(field(password.getBytes(StandardCharsets.UTF_8)));
        }

        public Connect clientId(String id) {
            return clientId(id.getBytes(StandardCharsets.UTF_8));
        }

        public Connect clientId(byte[] utf8) {
            clientId = utf8;
            return this;
        }

        public Connect keepAlive(int seconds) {
            keepAlive = seconds;
            return this;
        }

        public Connect properties(String hex) {
            properties = hex;
            return this;
        }

        public Connect flags(int newFlags) {
            flags = newFlags;
            return this;
        }

        public Connect flag(int flag) {
            flags |= flag;
            return this;
        }

        public Connect tail(byte[] more) {
            byte[] joined = new byte[tail.length + more.length];
            System.arraycopy(tail, 0, joined, 0, tail.length);
            System.arraycopy(more, 0, joined, tail.length, more.length);
            tail = joined;
            return this;
        }

        private static byte[] field(byte[] bytes) {
            return new PacketBytes(0).text(bytes).body.toByteArray();
        }

        public byte[] bytes() {
            return packet(0x10)
                    .text(level == 3 ? "MQIsdp" : "MQTT")
                    .u8(level)
                    .u8(flags)
                    .u16(keepAlive)
                    .properties(level, properties)
                    .text(clientId)
                    .raw(tail)
                    .bytes();
        }
    }
}
