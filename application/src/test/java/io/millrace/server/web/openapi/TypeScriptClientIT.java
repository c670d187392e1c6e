// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * The main job, by the TypeScript client that openapi-generator makes of the description. The compiler is that of the
 * module ui-config.
 */
class TypeScriptClientIT {

    private static final Path PROGRAM = Path.of("src/test/typescript");
    private static final Path CLIENT = Path.of("../api-client/target/typescript-client");
    private static final Path COMPILER =
            Path.of("../ui-config/src/main/web/node_modules/@typescript/native/bin/tsc");
    private static final Path BUILD = Path.of("target/typescript-client");
    private static final long TIMEOUT_SECONDS = 120;

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        assertThat(COMPILER)
                .as("build the module ui-config first, without -Dskip.ui")
                .isRegularFile();
        FileSystemUtils.deleteRecursively(BUILD);
        FileSystemUtils.copyRecursively(PROGRAM, BUILD);
        FileSystemUtils.copyRecursively(CLIENT, BUILD.resolve("client"));
        node(COMPILER.toRealPath().toString(), "--project", ".");
    }

    @Test
    void doesTheMainJob() throws IOException, InterruptedException {
        RestServer server = RestServer.running();
        String user =
                server.addUser(server.newTenant(), IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN);

        node("main-job.js", server.anonymous().baseUrl(), user, RestServer.PASSWORD);
    }

    /** Runs a program of Node.js, which must end with status 0. */
    private static void node(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of("node"), Stream.of(arguments)).toList();
        Path output = BUILD.resolve("output.txt");
        Process process =
                new ProcessBuilder(command)
                        .directory(BUILD.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as("in time").isTrue();
            assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
