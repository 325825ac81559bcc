import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** Takes the steps of the other programs by pgJDBC; prints a line of JSON for each. */
public class WireJdbc {
  static final String GROUPED =
      "SELECT status, COUNT(*) AS n, SUM(total) AS total, SUM(revenue) AS revenue, MIN(created_at) AS first "
          + "FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST";
  static final String ROWS =
      "SELECT id, customer_id, status, amount, price, is_paid, created_at FROM orders WHERE id <= 5 ORDER BY id";
  static final String PAGED = "SELECT id, status, amount FROM orders ORDER BY id";
  static final String SLOW = "SELECT COUNT(*) AS n FROM slow";
  static final String PARAMETERS =
      "SELECT id, status, created_at FROM orders WHERE status = ? AND id <= ? AND created_at >= ? ORDER BY id";
  static final String VALUES =
      "SELECT 12345678901::int8 AS a, 7::int4 AS b, 3::int2 AS c, 1.50::numeric(10,2) AS d, 0.1::float8 AS e, "
          + "0.5::float4 AS f, true AS g, 'é'::text AS h, DATE '2024-02-29' AS i, "
          + "TIMESTAMP '2024-02-29 10:11:12.000345' AS j, NULL::text AS k, ARRAY['x', NULL, 'y']::text[] AS l, "
          + "TIMESTAMPTZ '2024-02-29 10:11:12+00' AS m";

  static Map<String, String> wire;

  static Connection connect(String... options) throws SQLException {
    Properties given = new Properties();
    given.put("user", wire.get("user"));
    given.put("password", wire.get("password"));
    given.put("sslmode", "disable");
    given.put("connectTimeout", "20");
    for (int at = 0; at < options.length; at += 2) given.put(options[at], options[at + 1]);
    return DriverManager.getConnection(
        "jdbc:postgresql://" + wire.get("host") + ":" + wire.get("port") + "/" + wire.get("database"), given);
  }

  public static void main(String[] arguments) throws Exception {
    java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("UTC"));
    wire = addressOf(System.getenv("WIRE"));
    step("connect", () -> {
      try (Connection own = connect()) {
        return List.of(ask(own, "SELECT 1::int8 AS a"), own.isValid(5), own.getCatalog(), own.getSchema());
      }
    });
    step("connect with TLS", () -> {
      try (Connection own = connect("sslmode", "require")) {
        return ask(own, "SELECT 1::int8 AS a");
      }
    });
    if (!arguments(arguments).contains("old"))
      step("connect with TLS from the first byte", "[[[\"a\",\"int8\",19,0]],[[\"Long:1\"]]]", () -> {
        try (Connection own = connect("sslmode", "require", "sslNegotiation", "direct")) {
          return ask(own, "SELECT 1::int8 AS a");
        }
      });
    if (!arguments(arguments).contains("old"))
      step("connect by protocol 3.2 or what the server has", () -> {
        try (Connection own = connect("protocolVersion", "3.2")) {
          return ask(own, "SELECT 1::int8 AS a");
        }
      });
    Connection own = connect();
    DatabaseMetaData data = own.getMetaData();
    step("describe the server", () ->
        List.of(data.getDatabaseProductName(), data.getDatabaseMajorVersion() >= 14, data.getIdentifierQuoteString(),
            data.getMaxColumnNameLength(), data.getMaxColumnsInIndex(), data.getDefaultTransactionIsolation(),
            data.getUserName().length() > 0, data.supportsGetGeneratedKeys()));
    step("list", () ->
        List.of(some(data.getTables(null, "public", "%", new String[] {"TABLE", "VIEW"}), "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS"),
            some(data.getTables(wire.get("database"), null, "ord%", null), "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME"),
            some(data.getCatalogs(), "TABLE_CAT").contains(List.of(wire.get("database"))),
            some(data.getSchemas(), "TABLE_SCHEM").contains(List.of("public")), some(data.getTableTypes()).size() > 5));
    step("describe", () ->
        some(data.getColumns(null, "public", "orders", "%"), "COLUMN_NAME", "DATA_TYPE", "TYPE_NAME", "COLUMN_SIZE",
            "DECIMAL_DIGITS", "NULLABLE", "REMARKS", "COLUMN_DEF", "ORDINAL_POSITION", "IS_NULLABLE", "IS_AUTOINCREMENT"));
    step("describe keys", () ->
        List.of(some(data.getPrimaryKeys(null, "public", "orders"), "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ"),
            some(data.getImportedKeys(null, "public", "orders"), "PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME", "KEY_SEQ"),
            some(data.getExportedKeys(null, "public", "customers"), "PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME", "KEY_SEQ"),
            some(data.getBestRowIdentifier(null, "public", "customers", DatabaseMetaData.bestRowSession, true), "COLUMN_NAME", "TYPE_NAME")));
    step("describe indexes", () ->
        some(data.getIndexInfo(null, "public", "orders", false, true), "TABLE_NAME", "NON_UNIQUE", "COLUMN_NAME", "ORDINAL_POSITION"));
    step("describe types", () -> {
      List<Object> types = new ArrayList<>();
      for (List<Object> one : some(data.getTypeInfo(), "TYPE_NAME", "DATA_TYPE", "PRECISION"))
        if (Set.of("bool", "int2", "int4", "int8", "float4", "float8", "numeric", "text", "date", "timestamp", "timestamptz", "name", "oid").contains(one.get(0)))
          types.add(one);
      types.sort((a, b) -> a.toString().compareTo(b.toString()));
      return types;
    });
    step("describe rights and functions", () ->
        List.of(some(data.getTablePrivileges(null, "public", "orders"), "TABLE_NAME").size() >= 0,
            some(data.getColumnPrivileges(null, "public", "orders", "status"), "COLUMN_NAME").size() >= 0,
            some(data.getFunctions(null, "pg_catalog", "lower")).size() >= 0, some(data.getProcedures(null, null, "nothing%")),
            data.getSQLKeywords().length() > 0, data.getNumericFunctions().length() > 0, some(data.getClientInfoProperties()).size() > 0));
    step("describe a result", () -> {
      try (Statement statement = own.createStatement(); ResultSet rows = statement.executeQuery(ROWS)) {
        ResultSetMetaData columns = rows.getMetaData();
        List<Object> shown = new ArrayList<>();
        for (int at = 1; at <= columns.getColumnCount(); at += 1)
          shown.add(List.of(columns.getColumnLabel(at), columns.getColumnType(at), columns.getColumnClassName(at),
              columns.getColumnDisplaySize(at), columns.isSigned(at), columns.isCurrency(at)));
        return shown;
      }
    });
    step("group", () -> ask(own, GROUPED));
    step("rows", () -> ask(own, ROWS));
    step("values", () -> ask(own, VALUES));
    step("parameters", () -> {
      try (PreparedStatement statement = own.prepareStatement(PARAMETERS)) {
        Set<String> answers = new TreeSet<>();
        Object last = null;
        for (int tries = 0; tries < 8; tries += 1) {
          statement.setString(1, "new");
          statement.setLong(2, 20);
          statement.setTimestamp(3, Timestamp.valueOf("2024-01-01 02:00:00"));
          last = rowsOf(statement.executeQuery());
          answers.add(json(last));
        }
        return List.of(answers.size(), last, statement.getParameterMetaData().getParameterTypeName(2));
      }
    });
    step("parameters of every type", () -> {
      String text = "SELECT ?::text, ?::int4, ?::int8, ?::float8, ?::numeric, ?::bool, ?::date, ?::timestamp, ?::text";
      try (PreparedStatement statement = own.prepareStatement(text)) {
        Set<String> answers = new TreeSet<>();
        Object last = null;
        for (int tries = 0; tries < 8; tries += 1) {
          statement.setString(1, "a");
          statement.setInt(2, 1);
          statement.setLong(3, 1L << 40);
          statement.setDouble(4, 1.5);
          statement.setBigDecimal(5, new BigDecimal("2.50"));
          statement.setBoolean(6, true);
          statement.setDate(7, java.sql.Date.valueOf("2024-02-29"));
          statement.setTimestamp(8, Timestamp.valueOf("2024-02-29 10:11:12.000345"));
          statement.setNull(9, Types.VARCHAR);
          last = rowsOf(statement.executeQuery());
          answers.add(json(last));
        }
        return List.of(answers.size(), last);
      }
    });
    step("binary results", () -> {
      try (PreparedStatement statement = own.prepareStatement(ROWS)) {
        Set<String> answers = new TreeSet<>();
        for (int tries = 0; tries < 8; tries += 1) answers.add(json(rowsOf(statement.executeQuery())));
        return answers.size();
      }
    });
    step("page", () -> {
      own.setAutoCommit(false);
      try (Statement statement = own.createStatement()) {
        statement.setFetchSize(300);
        List<Object> ids = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(PAGED)) {
          while (rows.next()) ids.add(rows.getLong(1));
        }
        return List.of(ids.size(), ids.get(0), ids.get(999), new TreeSet<>(ids.stream().map(Object::toString).toList()).size());
      } finally {
        own.rollback();
        own.setAutoCommit(true);
      }
    });
    step("page a prepared statement", () -> {
      own.setAutoCommit(false);
      try (PreparedStatement statement = own.prepareStatement("SELECT id, created_at FROM orders WHERE id > ? ORDER BY id")) {
        statement.setFetchSize(70);
        List<Object> sums = new ArrayList<>();
        for (int tries = 0; tries < 7; tries += 1) {
          statement.setLong(1, 100L * tries);
          long sum = 0;
          Object last = null;
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              sum += rows.getLong(1);
              last = rows.getTimestamp(2).toString();
            }
          }
          sums.add(List.of(sum, last));
        }
        return sums;
      } finally {
        own.rollback();
        own.setAutoCommit(true);
      }
    });
    step("leave a page unread", () -> {
      own.setAutoCommit(false);
      try (Statement statement = own.createStatement(); Statement other = own.createStatement()) {
        statement.setFetchSize(10);
        ResultSet rows = statement.executeQuery(PAGED);
        rows.next();
        try (ResultSet beside = other.executeQuery("SELECT 5::int8")) {
          beside.next();
        }
        for (int at = 0; at < 20; at += 1) rows.next();
        return rows.getLong(1);
      } finally {
        own.rollback();
        own.setAutoCommit(true);
      }
    });
    step("most rows", () -> {
      try (Statement statement = own.createStatement()) {
        statement.setMaxRows(3);
        return rowsOf(statement.executeQuery(PAGED));
      }
    });
    step("several statements", () -> {
      try (Statement statement = own.createStatement()) {
        List<Object> answers = new ArrayList<>();
        boolean has = statement.execute("SELECT 1::int8 AS a; SELECT 2::int8 AS b");
        while (has) {
          answers.add(rowsOf(statement.getResultSet()));
          has = statement.getMoreResults();
        }
        return answers;
      }
    });
    step("transaction with an error", () -> {
      own.setAutoCommit(false);
      try {
        String failed = refused(own, "SELECT 1/0");
        String aborted = refused(own, "SELECT 1");
        own.rollback();
        Savepoint point = own.setSavepoint();
        String inside = refused(own, "SELECT 1/0");
        own.rollback(point);
        Object rows = ask(own, "SELECT 2::int8 AS a");
        own.commit();
        return List.of(failed, aborted, inside, rows);
      } finally {
        own.setAutoCommit(true);
      }
    });
    step("isolation and read only", () -> {
      try (Connection other = connect()) {
        other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        other.setReadOnly(true);
        other.setAutoCommit(false);
        Object rows = ask(other, "SELECT 1::int8 AS a");
        other.commit();
        return List.of(rows, other.getTransactionIsolation());
      }
    });
    step("refuse", () -> List.of(refused(own, "SELECT * FROM nothing_there"), ask(own, "SELECT 1::int8 AS a")));
    step("cancel", () -> cancelled(own));
    step("cancel with TLS", () -> {
      try (Connection other = connect("sslmode", "require")) {
        return cancelled(other);
      }
    });
    step("time out", () -> {
      try (Statement statement = own.createStatement()) {
        statement.setQueryTimeout(1);
        try {
          statement.executeQuery(SLOW);
        } catch (SQLException error) {
          return List.of(error.getSQLState(), ask(own, "SELECT 1::int8 AS a"));
        }
        throw new IllegalStateException("was answered");
      }
    });
    say("restart", "got", null);
    String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
    if (!"restarted".equals(line)) System.exit(1);
    step("reconnect", () -> {
      boolean failed = false;
      try {
        ask(own, "SELECT 1");
      } catch (SQLException error) {
        failed = !own.isValid(5);
      }
      try (Connection again = connect()) {
        return List.of(failed, ask(again, GROUPED));
      }
    });
  }

  static List<String> arguments(String[] given) {
    return List.of(given);
  }

  static Object cancelled(Connection own) throws Exception {
    try (Statement statement = own.createStatement()) {
      Thread later = new Thread(() -> {
        try {
          Thread.sleep(700);
          statement.cancel();
        } catch (Exception error) {
          error.printStackTrace();
        }
      });
      later.setDaemon(true);
      later.start();
      String code = "was answered";
      try {
        statement.executeQuery(SLOW);
      } catch (SQLException error) {
        code = error.getSQLState();
      }
      later.join();
      return List.of(code, ask(own, "SELECT 1::int8 AS a"));
    }
  }

  static String refused(Connection own, String text) {
    try (Statement statement = own.createStatement()) {
      statement.executeQuery(text);
    } catch (SQLException error) {
      return error.getSQLState();
    }
    return "was answered";
  }

  /** Columns with their types, and rows. */
  static Object ask(Connection own, String text) throws SQLException {
    try (Statement statement = own.createStatement(); ResultSet rows = statement.executeQuery(text)) {
      ResultSetMetaData columns = rows.getMetaData();
      List<Object> named = new ArrayList<>();
      for (int at = 1; at <= columns.getColumnCount(); at += 1)
        named.add(List.of(columns.getColumnLabel(at), columns.getColumnTypeName(at), columns.getPrecision(at), columns.getScale(at)));
      return List.of(named, rowsOf(rows));
    }
  }

  static List<Object> rowsOf(ResultSet rows) throws SQLException {
    List<Object> read = new ArrayList<>();
    int width = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      List<Object> row = new ArrayList<>();
      for (int at = 1; at <= width; at += 1) {
        Object value = rows.getObject(at);
        row.add(value == null || value instanceof String || value instanceof Boolean ? value : value.getClass().getSimpleName() + ":" + value);
      }
      read.add(row);
    }
    return read;
  }

  /** Columns of a result by their names; all without names. */
  static List<List<Object>> some(ResultSet rows, String... names) throws SQLException {
    List<List<Object>> read = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        List<Object> row = new ArrayList<>();
        if (names.length == 0) row.add(rows.getString(1));
        for (String name : names) row.add(rows.getString(name));
        read.add(row);
      }
    }
    return read;
  }

  static void step(String name, Callable<Object> act) {
    step(name, null, act);
  }

  /** @param beyond JSON of what has to come of Orrery, where the PostgreSQL of the proof is too old for the step */
  static void step(String name, String beyond, Callable<Object> act) {
    String[] result = {"error", json("the step took longer than a minute")};
    Thread taking = new Thread(() -> {
      try {
        String got = json(act.call());
        result[1] = got;
        result[0] = "got";
      } catch (Throwable error) {
        result[1] = json(error.getClass().getSimpleName() + ": " + (error.getMessage() + "").replaceAll("\\s+", " "));
      }
    });
    taking.setDaemon(true);
    taking.start();
    try {
      taking.join(60_000);
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
    say(name, result[0], result[1], beyond);
  }

  static void say(String name, String key, String value) {
    say(name, key, value, null);
  }

  static void say(String name, String key, String value, String beyond) {
    System.out.println("{\"step\":" + json(name) + ",\"" + key + "\":" + value + (beyond == null ? "" : ",\"beyond\":" + beyond) + "}");
    System.out.flush();
  }

  static String json(Object value) {
    if (value == null) return "null";
    if (value instanceof Boolean || value instanceof Number) return value.toString();
    if (value instanceof Iterable<?> items) {
      StringBuilder text = new StringBuilder("[");
      for (Object one : items) text.append(text.length() == 1 ? "" : ",").append(json(one));
      return text.append("]").toString();
    }
    StringBuilder text = new StringBuilder("\"");
    for (char one : value.toString().toCharArray()) {
      if (one == '"' || one == '\\') text.append('\\').append(one);
      else if (one < ' ') text.append(String.format("\\u%04x", (int) one));
      else text.append(one);
    }
    return text.append('"').toString();
  }

  /** Reads the flat object of JSON that names the server; its values have no escapes. */
  static Map<String, String> addressOf(String text) {
    Map<String, String> read = new LinkedHashMap<>();
    var parts = java.util.regex.Pattern.compile("\"(\\w+)\":(?:\"([^\"]*)\"|(\\d+))").matcher(text);
    while (parts.find()) read.put(parts.group(1), parts.group(2) == null ? parts.group(3) : parts.group(2));
    return read;
  }
}
