// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.device.DeviceClients;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.FakeLimits;
import io.millrace.transport.mqtt.testkit.FakeQueue;
import io.millrace.transport.mqtt.testkit.FakeRequests;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.MemorySessions;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RecordedEvents;
import io.millrace.transport.mqtt.testkit.RecordedMetrics;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Changes valid packets at random and looks for failures of the server: an exception, a connection that ends with an
 * internal error, a buffer that is not released. The system property {@code fuzz.seconds} is the time that it takes,
 * {@code fuzz.seed} repeats the packets of a seed.
 */
@ExtendWith(Leaks.class)
class FuzzTest {

    private static final Duration TIME = Duration.ofSeconds(Long.getLong("fuzz.seconds", 20));
    private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
    private static final int CONNECTIONS_PER_SERVER = 200;

    private static final List<String> TOPICS =
            List.of(
                    "v1/devices/me/telemetry",
                    "v1/devices/me/attributes",
                    "v1/devices/me/attributes/request/1",
                    "v1/devices/me/rpc/request/2",
                    "v1/devices/me/rpc/response/3",
                    "v1/devices/me/claim",
                    "v2/t",
                    "v2/a/req/j/7",
                    "v1/gateway/connect",
                    "v1/gateway/telemetry",
                    "v1/gateway/attributes",
                    "v1/gateway/attributes/request",
                    "v1/gateway/rpc",
                    "v1/gateway/claim",
                    "/provision/request");

    private static final List<String> FILTERS =
            List.of(
                    "v1/devices/me/attributes",
                    "v1/devices/me/rpc/request/+",
                    "v2/r/res/j/+",
                    "v1/gateway/rpc",
                    "$share/group/a",
                    "#");

    private static final List<String> PAYLOADS =
            List.of(
                    "{\"t\":22.5,\"on\":true,\"s\":\"x\",\"o\":{\"a\":[1,2]}}",
                    "[{\"ts\":1700000000000,\"values\":{\"t\":1e300}},{\"t\":-0}]",
                    "{\"clientKeys\":\"a,b\",\"sharedKeys\":\"target\"}",
                    "{\"method\":\"getSessionLimits\",\"params\":{}}",
                    "{\"method\":\"m\",\"params\":[]}",
                    "{\"secretKey\":\"s\",\"durationMs\":1000}",
                    "{\"device\":\"A\",\"type\":\"T\"}",
                    "{\"A\":[{\"ts\":1,\"values\":{\"t\":1}}],\"B\":[{\"t\":2}]}",
                    "{\"device\":\"A\",\"id\":1,\"data\":{\"x\":1}}",
                    "{\"id\":1,\"device\":\"A\",\"client\":true,\"key\":\"fw\"}",
                    "");

    private static final byte[] EDGES = {0, 1, 2, 0x7F, (byte) 0x80, (byte) 0xC0, (byte) 0xFF};

    private final RandomGenerator random =
            RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);

    @Test
    void noBytesOfAClientMakeTheServerFail() {
        long end = System.nanoTime() + TIME.toNanos();
        int connections = 0;
        while (System.nanoTime() < end) {
            Server server = new Server();
            for (int i = 0; i < CONNECTIONS_PER_SERVER; i++) {
                server.serve(packets());
                connections++;
            }
        }
        assertThat(connections).isPositive();
    }

    private static CompletionStage<AuthResult> authenticate(ConnectCredentials credentials) {
        AuthenticatedDevice device = Devices.device(1);
        boolean isGateway = "gateway-1".equals(credentials.userName());
        return CompletableFuture.completedStage(
                new AuthResult.Accepted(isGateway ? gateway(device) : device));
    }

    private static AuthenticatedDevice gateway(AuthenticatedDevice device) {
        return new AuthenticatedDevice(
                device.tenant(),
                device.device(),
                device.name(),
                device.profileName(),
                device.customer(),
                device.profile(),
                device.defaultRuleChain(),
                device.defaultQueue(),
                TransportOptions.GATEWAY);
    }

    /**
     * The parts of the real server, without sockets and threads. Answers of the service come some packets later, on the
     * thread of the test: an embedded channel must not be used by two.
     */
    private final class Server {

        private final Queue<Runnable> answers = new ArrayDeque<>();
        private final RecordedMetrics metrics = new RecordedMetrics();
        private final ConnectionServices services;
        private final HalfOpenConnections halfOpen = new HalfOpenConnections(10);

        Server() {
            InstantSource clock = InstantSource.system();
            MemorySessions sessions = new MemorySessions(answers::add);
            DeviceApi api =
                    new DeviceApi(
                            new FakeQueue().safeAtOnce(),
                            new DeviceConnections(),
                            new FakeRequests(answers::add),
                            new FakeLimits(),
                            new RecordedEvents(),
                            _ -> sessions,
                            clock,
                            new DeviceApi.SessionLimits(65_536, 64),
                            "instance-1");
            services =
                    new ConnectionServices(
                            _ -> true,
                            new DeviceClients(FuzzTest::authenticate, api),
                            DeviceClients.FREQUENT_TOPICS,
                            metrics,
                            clock);
        }

        void serve(byte[] bytes) {
            EmbeddedChannel channel = new EmbeddedChannel();
            new ConnectionPipeline(
                            ConnectionSettings.DEFAULT, services, halfOpen, channel.eventLoop())
                    .assemble(channel);
            try {
                for (int from = 0; from < bytes.length && channel.isOpen(); ) {
                    int to = Math.min(bytes.length, from + 1 + random.nextInt(200));
                    channel.writeInbound(Unpooled.copiedBuffer(bytes, from, to - from));
                    if (random.nextBoolean()) {
                        answer();
                    }
                    channel.runPendingTasks();
                    channel.releaseOutbound();
                    from = to;
                }
                channel.finishAndReleaseAll();
                answer();
                channel.runPendingTasks();
            } catch (RuntimeException e) {
                throw new AssertionError(described(bytes), e);
            }
            boolean mayFail = metrics.refusedPublishes().contains(PublishRefusal.REJECTED);
            if (!mayFail) {
                assertThat(metrics.closed())
                        .as(() -> described(bytes))
                        .doesNotContain(CloseReason.INTERNAL_ERROR);
            }
        }

        private void answer() {
            for (Runnable next = answers.poll(); next != null; next = answers.poll()) {
                next.run();
            }
        }

        private String described(byte[] bytes) {
            return "fuzz.seed=%d, bytes %s".formatted(SEED, HexFormat.of().formatHex(bytes));
        }
    }

    /** CONNECT, most often valid, and some packets of which parts are changed. */
    private byte[] packets() {
        int level = 3 + random.nextInt(3);
        PacketBytes.Connect connect =
                PacketBytes.connect(level)
                        .userName(pick(List.of("token-1", "gateway-1", "provision")));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] first = connect.bytes();
        all.writeBytes(random.nextInt(10) == 0 ? changed(first) : first);
        for (int i = random.nextInt(6); i >= 0; i--) {
            byte[] packet = packet(level);
            all.writeBytes(random.nextInt(4) == 0 ? packet : changed(packet));
        }
        return all.toByteArray();
    }

    private byte[] packet(int level) {
        int id = 1 + random.nextInt(3);
        return switch (random.nextInt(10)) {
            case 0 ->
                    PacketBytes.subscribe(
                            level, id, random.nextInt(3), pick(FILTERS), pick(FILTERS));
            case 1 -> PacketBytes.unsubscribe(level, id, pick(FILTERS));
            case 2 -> PacketBytes.pingreq();
            case 3 -> PacketBytes.packet(0x62).u16(id).bytes();
            case 4 -> PacketBytes.packet(0x40).u16(id).bytes();
            case 5 -> PacketBytes.disconnect();
            default -> {
                int qos = random.nextInt(3);
                String payload =
                        new String(changedSometimes(pick(PAYLOADS).getBytes(UTF_8)), UTF_8);
                yield PacketBytes.publish(level, qos, id, pick(TOPICS), payload);
            }
        };
    }

    private byte[] changedSometimes(byte[] bytes) {
        return random.nextInt(3) == 0 ? changed(bytes) : bytes;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private byte[] changed(byte[] original) {
        byte[] bytes = original;
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            int length = Math.min(1 + random.nextInt(4), bytes.length - at);
            switch (random.nextInt(5)) {
                case 0 -> {
                    bytes = bytes.clone();
                    bytes[at] ^= (byte) (1 << random.nextInt(8));
                }
                case 1 -> {
                    bytes = bytes.clone();
                    bytes[at] = EDGES[random.nextInt(EDGES.length)];
                }
                case 2 -> bytes = joined(head(bytes, at), tail(bytes, at + length));
                case 3 -> bytes = joined(head(bytes, at + length), tail(bytes, at));
                default -> {
                    byte[] noise = new byte[length];
                    random.nextBytes(noise);
                    bytes = joined(head(bytes, at), noise, tail(bytes, at));
                }
            }
        }
        return bytes;
    }

    private static byte[] head(byte[] bytes, int to) {
        return Arrays.copyOf(bytes, to);
    }

    private static byte[] tail(byte[] bytes, int from) {
        return Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
