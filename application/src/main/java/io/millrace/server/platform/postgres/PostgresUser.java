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
 * The user of the operating system that PostgreSQL runs as. PostgreSQL refuses to run as root, so where Millrace does, its
 * programs are started through one that takes root away.
 */
sealed interface PostgresUser {

    /** The user that Millrace itself runs as. */
    record Same() implements PostgresUser {}

    /** Root outside, nobody inside of a user namespace: files stay root's own, nothing else is needed. */
    record Unshared() implements PostgresUser {}

    /** Another user, who must own PostgreSQL's data. */
    record Other(int uid, int gid) implements PostgresUser {}

    /** The user to take where user namespaces are forbidden, as in most containers: "nobody" nearly everywhere. */
    int NOBODY = 65534;

    /** What Java calls a user whom the system knows by number only. */
    String NAMELESS = "?";

    /** The command that runs a program as this user. */
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

    /** Hands a directory, made by Millrace, to this user. */
    default void own(Path directory) throws IOException {
        if (this instanceof Other(int uid, int gid)) {
            Files.setAttribute(directory, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /**
     * Chooses the user for a directory of PostgreSQL's data. As root: the owner of data that an ordinary user has made, so that
     * this user can go on with them later; else a user namespace; else nobody. PostgreSQL also wants a user with a name, which
     * containers may not give; in a user namespace everybody is nobody.
     *
     * @param data the data directory, which need not exist yet
     * @throws StartException if Millrace runs as root and nothing here can take root away
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
                "Millrace runs as root, PostgreSQL must not, and neither unshare nor setpriv lets another user run "
                        + trial.getFirst()
                        + "; start Millrace as an ordinary user, or name an external PostgreSQL in SPRING_DATASOURCE_URL.");
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
