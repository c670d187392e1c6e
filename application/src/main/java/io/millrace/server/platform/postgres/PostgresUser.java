// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import com.sun.security.auth.module.UnixSystem;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The operating system user that PostgreSQL runs as. PostgreSQL refuses to run as root; if Millrace runs as root, it
 * starts PostgreSQL's programs through a command that drops root's privileges.
 */
sealed interface PostgresUser {

    /** The user that Millrace itself runs as. */
    record Same() implements PostgresUser {}

    /** Root outside a user namespace, the user "nobody" inside it. The files stay owned by root. */
    record Unshared() implements PostgresUser {}

    /** Another user, which must own PostgreSQL's data. */
    record Other(int uid, int gid) implements PostgresUser {}

    /**
     * The user to switch to if user namespaces are forbidden, as in most containers. On nearly all systems this id is
     * "nobody".
     */
    int NOBODY = 65534;

    /** Java's {@code user.name} for a user id without a name. */
    String NAMELESS = "?";

    /** Returns the command that runs a program as this user. */
    default List<String> command(List<String> program) {
        List<String> command = new ArrayList<>();
        switch (this) {
            case Same() -> {}
            case Unshared() -> command.addAll(List.of("unshare", "--user", "--"));
            case Other(int uid, int gid) ->
                    command.addAll(
                            List.of(
                                    "setpriv",
                                    "--reuid=" + uid,
                                    "--regid=" + gid,
                                    "--clear-groups",
                                    "--"));
        }
        command.addAll(program);
        return command;
    }

    /** Makes this user the owner of a directory that Millrace created. */
    default void own(Path directory) throws IOException {
        if (this instanceof Other(int uid, int gid)) {
            Files.setAttribute(directory, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /**
     * Chooses the user for a data directory of PostgreSQL. If Millrace runs as root: the owner of existing data if that
     * is an ordinary user, so that this user can use the data later too; otherwise a user namespace; otherwise
     * "nobody". PostgreSQL also requires a user with a name, which a container may not have; in a user namespace the
     * user is "nobody".
     *
     * @param data the data directory, which need not exist yet
     * @throws StartException if Millrace runs as root and no available command can drop root's privileges
     */
    static PostgresUser choose(PostgresBinaries binaries, Path data) throws IOException {
        boolean root = new UnixSystem().getUid() == 0;
        if (!root && !NAMELESS.equals(System.getProperty("user.name"))) {
            return new Same();
        }
        List<String> trial = List.of(binaries.program("postgres"), "--version");
        for (PostgresUser candidate : root ? candidates(data) : List.of(new Unshared())) {
            if (Command.succeeds(candidate.command(trial))) {
                return candidate;
            }
        }
        if (!root) {
            return new Same();
        }
        throw new StartException(
                "Millrace runs as root, but PostgreSQL must not, and neither unshare nor setpriv can run it as "
                        + "another user: "
                        + trial.getFirst()
                        + "; start Millrace as an ordinary user, or name an external PostgreSQL in "
                        + "SPRING_DATASOURCE_URL.");
    }

    private static List<PostgresUser> candidates(Path data) throws IOException {
        if (!Files.exists(data)) {
            return List.of(new Unshared(), new Other(NOBODY, NOBODY));
        }
        Map<String, Object> owner = Files.readAttributes(data, "unix:uid,gid");
        return owner.get("uid") instanceof Integer uid
                        && owner.get("gid") instanceof Integer gid
                        && uid != 0
                ? List.of(new Other(uid, gid))
                : List.of(new Unshared());
    }
}
