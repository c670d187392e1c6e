// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database server that the operator runs and names in a JDBC URL.
 *
 * @param username empty if the URL contains it
 * @param password empty if the URL contains it
 */
record ExternalDatabase(String jdbcUrl, String username, String password) implements Database {

    private static final Logger log = LoggerFactory.getLogger(ExternalDatabase.class);
    private static final String SCHEME = "jdbc:postgresql:";
    private static final String SECONDS_TO_CONNECT = "5";
    private static final String SECONDS_TO_ANSWER = "10";
    private static final int LOWEST_VERSION = 18;

    /**
     * Connects once, so that an unusable database fails the start with a message that says what to do.
     *
     * @throws StartException if the database is unreachable, rejects the user, or is too old
     */
    ExternalDatabase checked() {
        if (!jdbcUrl.startsWith(SCHEME)) {
            throw new StartException(
                    "SPRING_DATASOURCE_URL must begin with "
                            + SCHEME
                            + "//, but is "
                            + place()
                            + ".");
        }
        Properties properties = new Properties();
        if (!username.isEmpty()) {
            properties.setProperty("user", username);
            properties.setProperty("password", password);
        }
        properties.setProperty("connectTimeout", SECONDS_TO_CONNECT);
        properties.setProperty("loginTimeout", SECONDS_TO_ANSWER);
        properties.setProperty("socketTimeout", SECONDS_TO_ANSWER);
        try (Connection connection = DriverManager.getConnection(jdbcUrl, properties)) {
            checkVersion(connection);
            log.info("Using the external PostgreSQL {}", place());
            return this;
        } catch (SQLException e) {
            throw new StartException(sentence(e), e);
        }
    }

    private void checkVersion(Connection connection) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < LOWEST_VERSION) {
            throw new StartException(
                    "The database "
                            + place()
                            + " is PostgreSQL "
                            + version
                            + "; Millrace needs PostgreSQL "
                            + LOWEST_VERSION
                            + " or later.");
        }
    }

    private String sentence(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        String said = " (" + e.getMessage() + ")";
        if (state.startsWith("28")) {
            return "The database "
                    + place()
                    + " rejects the user "
                    + username
                    + said
                    + "; correct SPRING_DATASOURCE_USERNAME and SPRING_DATASOURCE_PASSWORD.";
        }
        if (state.startsWith("3D")) {
            return "The database " + place() + " does not exist" + said + "; create it.";
        }
        return "The database "
                + place()
                + " cannot be used"
                + said
                + "; start it, or correct SPRING_DATASOURCE_URL.";
    }

    /** The URL without its parameters, which may hold a password. */
    private String place() {
        int parameters = jdbcUrl.indexOf('?');
        return parameters < 0 ? jdbcUrl : jdbcUrl.substring(0, parameters);
    }

    /** Does nothing: no process was started. */
    @Override
    public void close() {}

    /** Names the database without the password. */
    @Override
    public String toString() {
        return "ExternalDatabase[" + place() + ", " + username + "]";
    }
}
