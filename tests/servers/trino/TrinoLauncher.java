/** Starts the server that the jars of trino-main hold, of the version that is named. */
public class TrinoLauncher {
    public static void main(String[] arguments) {
        new io.trino.server.Server().start(arguments[0]);
    }
}
