// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL server that Millrace brings and runs. It listens on the loopback interface only and requires a
 * password. When its process dies, it is restarted on the same port, until this object is closed.
 */
final class EmbeddedPostgres implements Database {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final long LOG_LIMIT = 10_000_000;

    private final String password;
    private final PostmasterSupervisor supervisor;

    private EmbeddedPostgres(String password, PostmasterSupervisor supervisor) {
        this.password = password;
        this.supervisor = supervisor;
    }

    /**
     * Starts the server and waits until it accepts connections. The first start unpacks the programs and creates the
     * database. A server that an earlier, killed process left running is stopped before.
     *
     * @param directory directory of the server's programs, data and log; no other process may use it
     * @throws StartException if the directory cannot be used or the server refuses to start
     */
    static EmbeddedPostgres start(Path directory, ServerSettings settings) {
        ServerFiles files = new ServerFiles(directory);
        try {
            files.create();
            PostgresBinaries binaries = PostgresBinaries.unpackInto(files.directory());
            PostgresUser user = PostgresUser.choose(binaries, files.data());
            DatabaseCluster cluster = new DatabaseCluster(binaries, user, files.data());
            String password = ensureExists(cluster, files);
            OrphanedPostmaster.clear(cluster);
            PostgresLog serverLog = new PostgresLog(files.log(), LOG_LIMIT);
            PostmasterSupervisor supervisor =
                    PostmasterSupervisor.start(
                            new Launcher(cluster, settings, files.accessRules(), serverLog));
            log.info(
                    "PostgreSQL (pid {}) accepts connections on 127.0.0.1:{}, data directory {}",
                    supervisor.pid(),
                    supervisor.port(),
                    files.data());
            return new EmbeddedPostgres(password, supervisor);
        } catch (StartRefusedException e) {
            throw new StartException(
                    "PostgreSQL did not start: "
                            + e.complaint()
                            + "; see its log "
                            + files.log()
                            + ".",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("The start was interrupted.", e);
        } catch (IOException e) {
            throw new StartException(
                    "PostgreSQL cannot be started in the directory "
                            + files.directory()
                            + ": "
                            + e
                            + ".",
                    e);
        }
    }

    private static String ensureExists(DatabaseCluster cluster, ServerFiles files)
            throws IOException {
        if (cluster.exists()) {
            return files.password();
        }
        String password = files.newPassword();
        cluster.create(password);
        return password;
    }

    /** The JDBC URL of the service's database. */
    @Override
    public String jdbcUrl() {
        return jdbcUrl(DatabaseCluster.ROLE);
    }

    /** Returns the JDBC URL of one of the server's databases. */
    String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + supervisor.port() + "/" + database;
    }

    @Override
    public String username() {
        return DatabaseCluster.ROLE;
    }

    /** The password of the service's role and of the superuser {@code postgres}. */
    @Override
    public String password() {
        return password;
    }

    /** The process id of the current server process. */
    long pid() {
        return supervisor.pid();
    }

    /** Stops the server and returns when all data are on disk. A second call does nothing. */
    @Override
    public void close() {
        supervisor.close();
        log.info("PostgreSQL (pid {}) stopped", supervisor.pid());
    }
}
