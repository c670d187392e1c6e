// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packets that pass the gate, the codec and the guard, and the reasons for which others are refused. */
@ExtendWith(Leaks.class)
class ProtocolProbesTest {

    private static final int MAX_PACKET = 64;

    /** After a CONNECT: version, packet, and why it is refused, or "ok". */
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    PINGREQ                             | 4 | c000                           | ok
                    PINGREQ with a body                 | 4 | c00100                         | MALFORMED_PACKET
                    PINGREQ with flags                  | 4 | c100                           | MALFORMED_PACKET
                    packet type 0                       | 4 | 0000                           | MALFORMED_PACKET
                    second CONNECT                      | 4 | 100d00044d5154540402003c000163 | PROTOCOL_ERROR
                    length of five bytes                | 4 | 30ffffffff01                   | MALFORMED_PACKET
                    length longer than it must be       | 4 | c08000                         | MALFORMED_PACKET
                    PUBLISH QoS 0                       | 4 | 300500017461ff                 | ok
                    PUBLISH QoS 1                       | 4 | 32050001740001                 | ok
                    v3.1.1 PUBLISH QoS 2                | 4 | 34050001740001                 | ok
                    v3.1.1 PUBLISH with retain          | 4 | 3103000174                     | ok
                    PUBLISH QoS 3                       | 4 | 36050001740001                 | MALFORMED_PACKET
                    PUBLISH QoS 0 with DUP              | 4 | 3803000174                     | MALFORMED_PACKET
                    PUBLISH QoS 1 with DUP              | 4 | 3a050001740001                 | ok
                    PUBLISH with id 0                   | 4 | 32050001740000                 | MALFORMED_PACKET
                    PUBLISH without its id              | 4 | 3203000174                     | MALFORMED_PACKET
                    PUBLISH with # in the topic         | 4 | 3003000123                     | MALFORMED_PACKET
                    PUBLISH with + in the topic         | 4 | 300300012b                     | MALFORMED_PACKET
                    PUBLISH with an empty topic         | 4 | 30020000                       | PROTOCOL_ERROR
                    PUBLISH with a NUL in the topic     | 4 | 3003000100                     | MALFORMED_PACKET
                    PUBLISH with ill-formed UTF-8       | 4 | 30030001ff                     | MALFORMED_PACKET
                    PUBLISH with a surrogate            | 4 | 30050003eda080                 | MALFORMED_PACKET
                    PUBLISH topic over the packet's end | 4 | 3003000974                     | MALFORMED_PACKET
                    PUBACK                              | 4 | 40020001                       | ok
                    PUBACK with id 0                    | 4 | 40020000                       | MALFORMED_PACKET
                    PUBREL                              | 4 | 62020001                       | ok
                    PUBREL without its flag             | 4 | 60020001                       | MALFORMED_PACKET
                    SUBSCRIBE                           | 4 | 820600010001 74 01             | ok
                    SUBSCRIBE without its flag          | 4 | 800600010001 74 01             | MALFORMED_PACKET
                    SUBSCRIBE without filters           | 4 | 82020001                       | PROTOCOL_ERROR
                    SUBSCRIBE with id 0                 | 4 | 820600000001 74 01             | MALFORMED_PACKET
                    SUBSCRIBE with an empty filter      | 4 | 820500010000 01                | MALFORMED_PACKET
                    SUBSCRIBE QoS 3                     | 4 | 820600010001 74 03             | MALFORMED_PACKET
                    SUBSCRIBE option bit 0x40           | 4 | 820600010001 74 40             | MALFORMED_PACKET
                    v3.1.1 SUBSCRIBE with v5 options    | 4 | 820600010001 74 04             | MALFORMED_PACKET
                    SUBSCRIBE without its options       | 4 | 820500010001 74                | MALFORMED_PACKET
                    SUBSCRIBE filter not UTF-8          | 4 | 820600010001 ff 01             | MALFORMED_PACKET
                    UNSUBSCRIBE                         | 4 | a20500010001 74                | ok
                    UNSUBSCRIBE without filters         | 4 | a2020001                       | PROTOCOL_ERROR
                    UNSUBSCRIBE without its flag        | 4 | a00500010001 74                | MALFORMED_PACKET
                    CONNACK from a client               | 4 | 20020000                       | PROTOCOL_ERROR
                    SUBACK from a client                | 4 | 9003000100                     | PROTOCOL_ERROR
                    UNSUBACK from a client              | 4 | b0020001                       | PROTOCOL_ERROR
                    PINGRESP from a client              | 4 | d000                           | PROTOCOL_ERROR
                    v3.1.1 AUTH                         | 4 | f000                           | MALFORMED_PACKET
                    v3.1.1 DISCONNECT with a body       | 4 | e00100                         | MALFORMED_PACKET
                    DISCONNECT with flags               | 4 | e100                           | MALFORMED_PACKET
                    DISCONNECT                          | 4 | e000                           | ok
                    packet of the greatest size         | 4 | 303e000174 30*59               | ok
                    packet one byte longer              | 4 | 303f000174 30*60               | PACKET_TOO_LARGE
                    v5 PUBLISH                          | 5 | 300400017400                   | ok
                    v5 PUBLISH QoS 2                    | 5 | 3406000174000100               | ok
                    v5 PUBLISH with retain              | 5 | 310400017400                   | RETAIN_NOT_SUPPORTED
                    v5 PUBLISH with a topic alias       | 5 | 300700017403 230001            | ok
                    v5 PUBLISH with topic alias 0       | 5 | 300700017403 230000            | TOPIC_ALIAS_INVALID
                    v5 PUBLISH with two topic aliases   | 5 | 300a00017406 230001230002      | PROTOCOL_ERROR
                    v5 PUBLISH with an unknown alias    | 5 | 300600000 3230001              | PROTOCOL_ERROR
                    v5 PUBLISH with an empty topic      | 5 | 3003000000                     | PROTOCOL_ERROR
                    v5 PUBLISH with session expiry      | 5 | 300900017405 1100000001        | MALFORMED_PACKET
                    v5 PUBLISH with a subscription id   | 5 | 300600017402 0b01              | PROTOCOL_ERROR
                    v5 PUBLISH with an unknown property | 5 | 300600017402 7f01              | MALFORMED_PACKET
                    v5 PUBLISH with user properties     | 5 | 3012 00017 40e 26000161000162 26000161000162 | ok
                    v5 PUBLISH user property not UTF-8  | 5 | 300b00017407 2600016100 01ff   | MALFORMED_PACKET
                    v5 PUBLISH property over its block  | 5 | 300800017402 26000161          | MALFORMED_PACKET
                    v5 PUBLISH block over the packet    | 5 | 300400017428                   | MALFORMED_PACKET
                    v5 PUBLISH payload format 2         | 5 | 300600017402 0102              | PROTOCOL_ERROR
                    v5 PUBLISH response topic with #    | 5 | 300800017404 08000123          | PROTOCOL_ERROR
                    v5 PUBACK with a reason             | 5 | 4003000110                     | ok
                    v5 PUBACK with a wrong reason       | 5 | 4003000103                     | MALFORMED_PACKET
                    v5 PUBACK with a reason string      | 5 | 4008000110 04 1f000161         | ok
                    v5 SUBSCRIBE                        | 5 | 82070001 00 0001 74 2d         | ok
                    v5 SUBSCRIBE option bits 0xc0       | 5 | 82070001 00 0001 74 c0         | MALFORMED_PACKET
                    v5 SUBSCRIBE retain handling 3      | 5 | 82070001 00 0001 74 30         | MALFORMED_PACKET
                    v5 SUBSCRIBE with an identifier     | 5 | 82090001 02 0b01 0001 74 01    | SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED
                    v5 SUBSCRIBE without filters        | 5 | 82030001 00                    | PROTOCOL_ERROR
                    v5 UNSUBSCRIBE                      | 5 | a2060001 00 0001 74            | ok
                    v5 UNSUBSCRIBE without filters      | 5 | a2030001 00                    | PROTOCOL_ERROR
                    v5 DISCONNECT with will             | 5 | e00104                         | ok
                    v5 DISCONNECT with a wrong reason   | 5 | e00103                         | MALFORMED_PACKET
                    v5 DISCONNECT with session expiry   | 5 | e0070005 1100000001            | ok
                    v5 DISCONNECT with a wrong property | 5 | e0050003 210001                | MALFORMED_PACKET
                    v5 AUTH with flags                  | 5 | f100                           | MALFORMED_PACKET
                    """)
    void afterConnect(String name, int level, String packet, String expected) {
        List<Object> passed = pass(connect(level).bytes(), bytes(packet));

        assertThat(outcome(passed.getLast())).isEqualTo(expected);
        assertThat(passed).hasSize(2);
    }

    /** Flags, properties and tail of a CONNECT, and why it is refused, or "ok". */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    clean                              | 4 | 02 |              |          | ok
                    nothing at all                     | 4 | 00 |              |          | ok
                    reserved flag                      | 4 | 03 |              |          | MALFORMED_PACKET
                    user name                          | 4 | 82 |              | 000174   | ok
                    user name flagged, not there       | 4 | 82 |              |          | MALFORMED_PACKET
                    user name there, not flagged       | 4 | 02 |              | 000174   | MALFORMED_PACKET
                    user name not UTF-8                | 4 | 82 |              | 0001ff   | MALFORMED_PACKET
                    user name with a NUL               | 4 | 82 |              | 000100   | MALFORMED_PACKET
                    v3.1.1 password without a name     | 4 | 42 |              | 000174   | MALFORMED_PACKET
                    v5 password without a name         | 5 | 42 |              | 000174   | ok
                    will                               | 4 | 06 |              | 0001740001ff | ok
                    will of QoS 1 that is retained     | 4 | 2e |              | 0001740001ff | ok
                    will without its payload           | 4 | 06 |              | 000174   | MALFORMED_PACKET
                    will topic not UTF-8               | 4 | 06 |              | 0001ff0000 | MALFORMED_PACKET
                    will of QoS 3                      | 4 | 1e |              | 0001740000 | MALFORMED_PACKET
                    QoS of no will                     | 4 | 0a |              |          | MALFORMED_PACKET
                    QoS 2 of no will                   | 4 | 12 |              |          | MALFORMED_PACKET
                    retain of no will                  | 4 | 22 |              |          | MALFORMED_PACKET
                    v5 will with a delay               | 5 | 06 |              | 05 1800000001 000174 0000 | ok
                    v5 will with a topic alias         | 5 | 06 |              | 03 230001 000174 0000 | MALFORMED_PACKET
                    v5 receive maximum                 | 5 | 02 | 210001       |          | ok
                    v5 receive maximum 0               | 5 | 02 | 210000       |          | PROTOCOL_ERROR
                    v5 receive maximum twice           | 5 | 02 | 210001210001 |          | PROTOCOL_ERROR
                    v5 maximum packet size 0           | 5 | 02 | 2700000000   |          | PROTOCOL_ERROR
                    v5 request problem information 2   | 5 | 02 | 1702         |          | PROTOCOL_ERROR
                    v5 authentication data alone       | 5 | 02 | 16000101     |          | PROTOCOL_ERROR
                    v5 topic alias in CONNECT          | 5 | 02 | 230001       |          | MALFORMED_PACKET
                    """)
    void atConnect(
            String name, int level, String flags, String properties, String tail, String expected) {
        byte[] packet =
                connect(level)
                        .flags(Integer.parseInt(flags, 16))
                        .properties(properties == null ? "" : properties)
                        .tail(hex(tail == null ? "" : tail))
                        .bytes();

        assertThat(outcome(pass(packet).getLast())).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "eda080", "00", "c080"})
    void aClientIdThatIsNoTextIsRefused(String id) {
        assertThat(outcome(pass(connect(4).clientId(hex(id)).bytes()).getLast()))
                .isEqualTo("MALFORMED_PACKET");
    }

    @Test
    void aByteOrderMarkIsACharacterLikeAnyOther() {
        assertThat(outcome(pass(connect(4).clientId("\uFEFFid").bytes()).getLast()))
                .isEqualTo("ok");
    }

    /** v3.1.1:MQTT-3.1.2-2, v5:MQTT-3.1.2-2 */
    @ParameterizedTest
    @CsvSource({
        "MQTT, 4, ok",
        "MQTT, 5, ok",
        "MQIsdp, 3, ok",
        "MQTT, 0, UNSUPPORTED_PROTOCOL_VERSION",
        "MQTT, 3, UNSUPPORTED_PROTOCOL_VERSION",
        "MQTT, 6, UNSUPPORTED_PROTOCOL_VERSION",
        "MQTT, 132, UNSUPPORTED_PROTOCOL_VERSION",
        "MQIsdp, 4, UNSUPPORTED_PROTOCOL_VERSION",
        "MQTX, 4, MALFORMED_PACKET",
        "mqtt, 4, MALFORMED_PACKET",
        "'', 4, MALFORMED_PACKET"
    })
    void onlyKnownProtocolsPass(String protocol, int level, String expected) {
        byte[] packet =
                packet(0x10)
                        .text(protocol)
                        .u8(level)
                        .u8(2)
                        .u16(60)
                        .properties(level, "")
                        .text("c")
                        .bytes();
        assertThat(outcome(pass(packet).getLast())).isEqualTo(expected);
    }

    /** v3.1.1:MQTT-3.1.0-1, v5:MQTT-3.1.0-1 */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "3003000174",
                "40020001",
                "820600010001 7401",
                "c000",
                "e000",
                "f000",
                "20020000"
            })
    void nothingPassesBeforeConnect(String packet) {
        assertThat(outcome(pass(hex(packet)).getLast())).isEqualTo("PROTOCOL_ERROR");
    }

    @Test
    void nothingPassesBehindAViolation() {
        List<Object> passed =
                pass(connect(4).bytes(), hex("c00100"), hex("c000"), hex("3003000174"));

        assertThat(passed).hasSize(2);
    }

    @Test
    void packetsPassWhereverTheirBytesAreCut() {
        byte[] all =
                join(
                        connect(5).bytes(),
                        hex("32080001 74 0007 00 7b7d"),
                        hex("c000"),
                        hex("32080001 74 0008 00 7b7d"));
        for (int size = 1; size < all.length; size++) {
            List<Object> passed = passInPieces(all, size);
            assertThat(passed).as("pieces of %d", size).hasSize(4);
            assertThat(((InboundPublish) passed.get(1)).packetId()).isEqualTo(7);
            assertThat(
                            new String(
                                    ((InboundPublish) passed.get(3)).payload(),
                                    StandardCharsets.UTF_8))
                    .isEqualTo("{}");
        }
    }

    /** v3.1.1:MQTT-3.1.4-1: a CONNECT that is cut short anywhere never passes as a whole one. */
    @Test
    void aConnectThatIsTooShortForWhatItSaysIsRefused() {
        byte[] whole = connect(5).userName("token-1").password("p").properties("210001").bytes();
        for (int length = 2; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            cut[1] = (byte) (length - 2);
            assertThat(outcome(pass(cut).getLast()))
                    .as("%d bytes", length)
                    .isEqualTo("MALFORMED_PACKET");
        }
    }

    @Test
    void aPacketThatDoesNotEndIsRefusedInTime() {
        EmbeddedChannel channel = channel();
        channel.writeInbound(Unpooled.wrappedBuffer(join(connect(4).bytes(), hex("3020000174"))));
        ReferenceCountUtil.release(channel.readInbound());
        assertThat(channel.<Object>readInbound()).isNull();

        channel.advanceTimeBy(31, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThat(outcome(channel.readInbound())).isEqualTo("HALF_PACKET");
        channel.finishAndReleaseAll();
    }

    @Test
    void aPacketThatArrivesSlowlyIsRead() {
        EmbeddedChannel channel = channel();
        byte[] publish = hex("300e0001 74 7b2261223a20312020207d");
        channel.writeInbound(Unpooled.wrappedBuffer(connect(4).bytes()));
        ReferenceCountUtil.release(channel.readInbound());
        for (byte next : publish) {
            assertThat(channel.<Object>readInbound()).isNull();
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {next}));
            channel.advanceTimeBy(20, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }

        assertThat(channel.<Object>readInbound()).isInstanceOf(InboundPublish.class);
        channel.finishAndReleaseAll();
    }

    /** v5:MQTT-3.3.2-7, v5:MQTT-3.3.2-8, v5:MQTT-3.3.2-12; topic, property block, whether it passes and as what. */
    @Test
    void anAliasStandsForTheTopicWithWhichItWasDefined() {
        List<Object> passed =
                pass(
                        connect(5).bytes(),
                        hex("30070001 61 03 230002"), // a = 2
                        hex("30060000 03 230002"), // 2
                        hex("30070001 62 03 230002"), // b = 2
                        hex("30060000 03 230002"), // 2
                        hex("30060000 03 230001")); // 1, which is not defined
        assertThat(passed.subList(1, 5))
                .extracting(publish -> ((InboundPublish) publish).topic())
                .containsExactly("a", "a", "b", "b");
        assertThat(outcome(passed.getLast())).isEqualTo("PROTOCOL_ERROR");
        for (String outside : List.of("30070001 61 03 230000", "30070001 61 03 230003")) {
            assertThat(outcome(pass(connect(5).bytes(), hex(outside)).getLast()))
                    .isEqualTo("TOPIC_ALIAS_INVALID");
        }
        assertThat(outcome(pass(connect(5).bytes(), hex("3003000000")).getLast()))
                .isEqualTo("PROTOCOL_ERROR");
    }

    @Test
    void userPropertiesAreReadUpToABound() {
        Object passed =
                pass(connect(5).bytes(), hex("30150001 61 0e 26000161000131 26000162000132 7b7d7d"))
                        .getLast();
        assertThat(((InboundPublish) passed).userProperties())
                .isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(((InboundPublish) passed).payload()).hasSize(3);

        StringBuilder properties = new StringBuilder();
        for (int i = 0; i < 17; i++) {
            properties.append("260002%02x31000131".formatted(0x61 + i));
        }
        String block = "%02x01".formatted((17 * 8 & 0x7F) | 0x80) + properties;
        String packet = "30%02x01 0001 61 %s".formatted((3 + 2 + 17 * 8 & 0x7F) | 0x80, block);
        EmbeddedChannel channel = channel(256);
        channel.writeInbound(Unpooled.wrappedBuffer(join(connect(5).bytes(), hex(packet))));
        ReferenceCountUtil.release(channel.readInbound());
        assertThat(outcome(channel.readInbound())).isEqualTo("QUOTA_EXCEEDED");
        channel.finishAndReleaseAll();
    }

    @Test
    void aPacketThatWaitsBecauseTheServerDoesNotReadIsNotBlamed() {
        EmbeddedChannel channel = channel();
        channel.writeInbound(Unpooled.wrappedBuffer(join(connect(4).bytes(), hex("3020000174"))));
        ReferenceCountUtil.release(channel.readInbound());
        channel.config().setAutoRead(false);

        channel.advanceTimeBy(5, TimeUnit.MINUTES);
        channel.runScheduledPendingTasks();

        assertThat(channel.<Object>readInbound()).isNull();
        channel.finishAndReleaseAll();
    }

    private static String outcome(Object passed) {
        return switch (passed) {
            case ProtocolViolation violation -> violation.reason().name();
            case InboundPublish _ -> "ok";
            case MqttMessage message -> {
                assertThat(message.decoderResult().isSuccess()).isTrue();
                yield "ok";
            }
            default -> passed.toString();
        };
    }

    private static List<Object> pass(byte[]... packets) {
        byte[] all = join(packets);
        return passInPieces(all, all.length);
    }

    private static List<Object> passInPieces(byte[] bytes, int size) {
        EmbeddedChannel channel = channel();
        for (int from = 0; from < bytes.length; from += size) {
            channel.writeInbound(
                    Unpooled.copiedBuffer(bytes, from, Math.min(size, bytes.length - from)));
        }
        List<Object> passed = new ArrayList<>();
        for (Object next = channel.readInbound(); next != null; next = channel.readInbound()) {
            passed.add(next);
        }
        channel.finishAndReleaseAll();
        return passed;
    }

    private static EmbeddedChannel channel() {
        return channel(MAX_PACKET);
    }

    private static EmbeddedChannel channel(int maxPacket) {
        EmbeddedChannel channel =
                new EmbeddedChannel(
                        new MqttFrameGate(maxPacket, Duration.ofSeconds(30), 2, KnownTopics.NONE),
                        new MqttDecoder(maxPacket),
                        new MqttGuard());
        channel.freezeTime();
        return channel;
    }

    /** Hexadecimal, where "30*5" means five bytes 0x30. */
    private static byte[] bytes(String text) {
        StringBuilder spelled = new StringBuilder();
        for (String part : text.split(" ")) {
            int times = part.indexOf('*');
            spelled.append(
                    times < 0
                            ? part
                            : part.substring(0, times)
                                    .repeat(Integer.parseInt(part.substring(times + 1))));
        }
        return hex(spelled.toString());
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
