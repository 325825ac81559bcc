"""What a program does with the clients that were generated; mypy reads it with their types."""

import json
import sys

from orrery_data.api.data import load
from orrery_data.client import AuthenticatedClient as DataClient
from orrery_data.models import LoadRequest, LoadResult
from orrery_platform.api.groups import create_account_group, delete_account_group, get_account_groups
from orrery_platform.api.the_caller import get_current_user
from orrery_platform.client import AuthenticatedClient
from orrery_platform.models import CurrentUser, Group, NewGroup, PlatformError


def tell(origin: str, key: str, token: str) -> list[object]:
    client = AuthenticatedClient(base_url=origin, token=key)
    me = get_current_user.sync(client=client)
    assert isinstance(me, CurrentUser)
    made = create_account_group.sync(client=client, body=NewGroup(name="Norway"))
    assert isinstance(made, Group)
    groups = get_account_groups.sync(client=client, first=10)
    assert groups is not None and not isinstance(groups, PlatformError)
    names = [group.name for group in groups.items]
    delete_account_group.sync_detailed(made.id, client=client)
    refused = get_account_groups.sync(client=client, first=0)
    assert isinstance(refused, PlatformError)

    data = DataClient(base_url=f"{origin}/cubejs-api", token=token)
    body = LoadRequest.from_dict({"query": {"measures": ["orders.count"]}})
    loaded = load.sync(client=data, body=body)
    assert isinstance(loaded, LoadResult)
    return [me.username, names, refused.status_code, loaded.to_dict()["data"]]


if __name__ == "__main__":
    print(json.dumps(tell(sys.argv[1], sys.argv[2], sys.argv[3])))
