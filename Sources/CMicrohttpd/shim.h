#include <stdint.h>
#include <stdarg.h>
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <microhttpd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Swift calls no function of variable arguments: here is the one that starts a daemon, with what is wanted of it.
// It waits by poll, though epoll does not grow with idle connections: with epoll MHD_quiesce_daemon() and the daemon's own thread
// race to take the listening socket out of the set, and the thread, when it comes second, ends the process ("Failed to remove listen
// FD from epoll set", 0.9.75).

typedef void *(*cairn_mhd_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

static inline struct MHD_Daemon *cairn_mhd_start(int socket, unsigned int connections, size_t memory, void *context,
                                                 cairn_mhd_target_callback target, MHD_AccessHandlerCallback request,
                                                 MHD_RequestCompletedCallback completed,
                                                 MHD_NotifyConnectionCallback connection) {
  return MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, request, context,
                          MHD_OPTION_LISTEN_SOCKET, socket,
                          MHD_OPTION_CONNECTION_LIMIT, connections,
                          MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
                          MHD_OPTION_STRICT_FOR_CLIENT, 1,
                          MHD_OPTION_URI_LOG_CALLBACK, target, context,
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context,
                          MHD_OPTION_NOTIFY_CONNECTION, connection, context,
                          MHD_OPTION_END);
}

static inline int cairn_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Gives what the C library keeps of freed memory back to the system, where there is a way.
static inline void cairn_give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
