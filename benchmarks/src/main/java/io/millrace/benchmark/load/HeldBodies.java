// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Connections that send the body of a request except its last byte, and then wait. A connection that the server ends is
 * replaced after a second.
 */
final class HeldBodies implements AutoCloseable {

    private static final int LENGTH = 15_000_000;
    private static final byte[] PART = new byte[64 * 1024];

    static {
        Arrays.fill(PART, (byte) ' ');
    }

    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param port port of the server's REST API on this machine */
    HeldBodies(int port) {
        this.port = port;
    }

    /**
     * Opens connections.
     *
     * @param path path of the POST requests
     * @param headers further header lines, each with its end of line
     */
    void open(int connections, String path, String headers) {
        String head =
                "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n"
                        .formatted(path, headers, LENGTH);
        for (int i = 0; i < connections; i++) {
            threads.execute(() -> keepOpen(head.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private void keepOpen(byte[] head) {
        try {
            while (true) {
                hold(head);
                Thread.sleep(1_000);
            }
        } catch (InterruptedException _) {
            // the round is over
        }
    }

    private void hold(byte[] head) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            out.write(head);
            int rest = LENGTH - 1;
            while (rest > 0) {
                int length = Math.min(rest, PART.length);
                out.write(PART, 0, length);
                rest -= length;
            }
            var _ = socket.getInputStream().read();
        } catch (IOException _) {
            // the server refuses the request, or the round is over
        }
    }

    /** Closes the connections. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
